"""The built client: its page for every address that is not the API's, its assets with a long life."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from worldfire.server.problems import not_found

WITHOUT_CLIENT = """<!doctype html><html lang="en"><title>Worldfire</title>
<p>The server runs, but the client has not been built: <code>make client</code>. The API is described at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></html>"""


class Assets(StaticFiles):
    """Their names carry a hash of what is in them, so they never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def client_routes(static: Path) -> list[BaseRoute]:
    async def page(request: Request) -> Response:
        path = str(request.path_params.get("path", ""))
        if path.startswith("api/"):
            raise not_found("address", f"/{path}")
        try:
            wanted = (static / path).resolve()
            found = bool(path) and wanted.is_file() and wanted.is_relative_to(static.resolve())
        except (OSError, ValueError) as error:  # a name that no file can have
            raise not_found("address", f"/{path[:100]}") from error
        if found:
            return FileResponse(wanted, headers={"Cache-Control": "no-cache"})
        index = static / "index.html"
        if not index.is_file():
            return HTMLResponse(WITHOUT_CLIENT)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    return [
        Mount("/assets", Assets(directory=static / "assets", check_dir=False)),
        Route("/{path:path}", page, methods=["GET"]),
    ]
