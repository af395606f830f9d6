import "@fontsource/barlow/400.css";
import "@fontsource/barlow/500.css";
import "@fontsource/barlow/600.css";
import "@fontsource/barlow-condensed/500.css";
import "@fontsource/barlow-condensed/600.css";
import "@fontsource/barlow-condensed/700.css";
import "@fontsource/spectral/500.css";
import "@fontsource/spectral/600.css";
import "./app.css";
import { mount } from "svelte";
import App from "./ui/App.svelte";

mount(App, { target: document.getElementById("app")! });
