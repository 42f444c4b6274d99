import { FETCH_DELAY_MS, LOADING_STEP_READ, LOADING_STEP_WRITE } from '#contract/shared/limits.ts'
import { createStore } from '../store.ts'

/** The loading bar's progress, 0–100; null while hidden. */
export const progress = createStore<number | null>(null)

const NEARLY = 95
const DONE = 100
let running = 0

/** Shows the bar while `work` runs. Work that ends within the delay shows no bar. */
export async function withProgress<T>(method: string, work: () => Promise<T>): Promise<T> {
  running++
  const step = method === 'GET' ? LOADING_STEP_READ : LOADING_STEP_WRITE
  const timer = setTimeout(
    () => progress.set(Math.min(NEARLY, (progress.get() ?? 0) + step)),
    FETCH_DELAY_MS,
  )
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    running--
    if (running === 0 && progress.get() !== null) finish()
  }
}

function finish() {
  progress.set(DONE)
  setTimeout(() => {
    if (running === 0) progress.set(null)
  }, FETCH_DELAY_MS)
}
