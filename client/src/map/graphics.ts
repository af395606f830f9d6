/** How the map is drawn: by the graphics card where there is one, else with the 2D canvas. */

/** Drivers that do a graphics card's work on the processor: SwiftShader, Mesa's rasterisers, Windows' basic adapter. */
const IN_SOFTWARE = /swiftshader|llvmpipe|softpipe|lavapipe|software|basic render/i;

/** WebGL in software takes many times longer than the 2D canvas, which is made for the processor. */
export function drawingOrder(): ("webgl" | "canvas")[] {
  const gl = document.createElement("canvas").getContext("webgl", { failIfMajorPerformanceCaveat: true });
  if (!gl) return ["canvas"];
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const driver = String(gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return IN_SOFTWARE.test(driver) ? ["canvas"] : ["webgl", "canvas"];
}
