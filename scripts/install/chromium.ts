import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensure, prefer } from './apt.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SEARCH_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** The headless shell: the same engine without windows, in half the time. */
const BARE = ['chromium-headless-shell']

const inPath = (names: string[]) => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}
const firstOf = (paths: string[]) => paths.find((path) => path !== '' && existsSync(path)) ?? null

/** The browser of the tests: `CHROMIUM`, or the first one installed; null if there is none. */
export const findChromium = (): string | null =>
  firstOf([process.env.CHROMIUM ?? '', ...inPath(NAMES), ...SEARCH_PATHS])

const findBare = () => firstOf(inPath(BARE))

/** The headless shell, if the engine is enough for a test. `CHROMIUM` overrides it. */
export const findEngine = (): string | null =>
  process.env.CHROMIUM ? findChromium() : (findBare() ?? findChromium())

if (import.meta.main) {
  ensure(
    'Chromium',
    findChromium,
    ['chromium', 'fonts-noto-cjk'],
    'set CHROMIUM to the path of a Chrome or Chromium',
  )
  if (!process.env.CHROMIUM) prefer('Chromium without windows', findBare, BARE)
}
