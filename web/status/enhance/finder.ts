/**
 * Shows what is chosen in the form of the history at once. With the keyboard, arrow keys choose on their way to another choice, so
 * the button is for that.
 */
addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.matches(".finder :not(:focus-visible)"))
    target.form?.requestSubmit();
});
