import { createContext, use } from "react";

const PAGE = 0;
export const DIALOG = 1;
export const SIGN_IN = 2;
export const HIDDEN = Number.NEGATIVE_INFINITY;

/** The higher the layer, the closer to the front. */
export const Layer = createContext(PAGE);

export const useLayer = () => use(Layer);
