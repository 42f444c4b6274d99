import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const PACKAGES = ['chromium', 'fonts-noto-cjk']

/** The browser that the tests drive: `CHROMIUM`, or the first that this machine has; null when there is none. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...ELSEWHERE,
  ]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

if (import.meta.main && !findChromium()) {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  console.error(mayInstall ? 'Installing Chromium …' : 'The browser tests need Chromium.')
  const installed = mayInstall && apt('update', '-qq') && apt('install', '-y', '-qq', ...PACKAGES)
  if (!installed || !findChromium()) {
    console.error(
      `Type: sudo apt-get install ${PACKAGES.join(' ')}\nor set CHROMIUM to the path of a Chrome or Chromium.`,
    )
    process.exitCode = 1
  }
}
