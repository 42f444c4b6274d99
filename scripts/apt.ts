import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Installs what the tests need of this machine where we may; says what to type where we may not. */
export function ensure(
  what: string,
  find: () => string | null,
  packages: string[],
  otherwise: string,
) {
  if (find()) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  console.error(mayInstall ? `Installing ${what} …` : `The tests need ${what}.`)
  const installed =
    mayInstall &&
    apt('update', '-qq') &&
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  if (installed && find()) return
  console.error(`Type: sudo apt-get install ${packages.join(' ')}\nor ${otherwise}.`)
  process.exitCode = 1
}
