/** Fakes modal dialogs, which jsdom lacks. The browser's own behavior is tested in Chromium. */
export function standInForDialogs() {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
