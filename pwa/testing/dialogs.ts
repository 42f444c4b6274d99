/** jsdom has no modal dialogs. What the browser itself does with them is tried in Chromium. */
export function standInForDialogs() {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
