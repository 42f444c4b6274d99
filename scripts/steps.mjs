// The output of our programs in plain JavaScript: a line a step, with its seconds.

/** A step's line is open: other output starts on a new line. */
let openLine = false

export function say(text) {
  console.error(openLine ? `\n${text}` : text)
  openLine = false
}

/**
 * Begins a step with a line of output that shows its seconds; the returned function ends it. On a terminal shows a
 * bar of `progress` (0 to 1).
 */
export function begin(name, progress = () => null) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const { stderr } = process
  stderr.write(`${name} … `)
  openLine = true
  const redraw = () =>
    stderr.write(`\r\x1b[K${name} … ${bar(progress(), startedAt)} ${seconds()} s`)
  const timer = stderr.isTTY ? setInterval(redraw, BAR_MS) : null
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    const line = stderr.isTTY ? `\r\x1b[K${name} … ` : openLine ? '' : `${name} … `
    openLine = false
    stderr.write(`${line}${seconds()} s\n`)
  }
}

const BAR_MS = 200
const BAR_CELLS = 24
/** Filled to `part`; a moving block if the progress is unknown. */
function bar(part, startedAt) {
  const at = Math.floor((Date.now() - startedAt) / BAR_MS) % BAR_CELLS
  const isFull = (cell) => (part === null ? cell === at : cell < part * BAR_CELLS)
  return Array.from({ length: BAR_CELLS }, (_, cell) => (isFull(cell) ? '█' : '░')).join('')
}

/** Exits with a message and no stack trace, for a cause outside of our code. */
export function giveUp(sentence) {
  say(sentence)
  process.exit(1)
}
