/** `npm run pictures` draws letters and shapes in these sizes. */
export const FONT_PX = 60;
export const LINE_PX = 84;
export const SHAPE_PX = 160;
