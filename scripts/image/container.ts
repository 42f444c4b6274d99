import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The system folders that programs need, bind-mounted from this machine. */
const OF_THE_MACHINE = ['usr', 'bin', 'sbin', 'lib', 'lib64']
const NAMES = ['resolv.conf', 'hosts', 'nsswitch.conf']
const PEOPLE = 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n'
const GROUPS = 'root:x:0:\nnode:x:1000:\n'
const PATH = '/opt/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** In a mount namespace: binds the system folders into the container's folder, then changes root. */
const ENTER = `set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
for name in $BINDS; do mount --rbind "/$name" "$ROOT/$name"; mount -o remount,ro,bind "$ROOT/$name"; done
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
mount --bind "$NODE_AT" "$ROOT/opt/node"
mount --bind "$NPM_AT" "$ROOT/opt/npm"
if [ -n "$READ_ONLY" ]; then
  for volume in $VOLUMES; do mount --bind "$ROOT$volume" "$ROOT$volume"; done
  mount -o remount,ro,bind "$ROOT"
  mount -t tmpfs tmpfs "$ROOT/tmp"
fi
exec chroot "$ROOT" /bin/sh -c "$GO_ON" "$0" "$@"`
/** Drops all privileges for the container's user, if there is one. */
const GO_ON = `cd "$WORKDIR"
if [ -n "$AS" ]; then
  exec setpriv --reuid "$AS" --regid "$AS" --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
    env -i $ENVIRONMENT "$@"
fi
exec env -i $ENVIRONMENT "$@"`

/** A folder with the system folders of this machine and Node 26 with npm, but nothing of Room. */
export function emptyImage(folder: string) {
  for (const name of ['dev', 'proc', 'tmp', 'root', 'etc', 'opt/node', 'opt/npm', 'opt/bin'])
    mkdirSync(join(folder, name), { recursive: true })
  for (const name of OF_THE_MACHINE.filter((one) => existsSync(`/${one}`)))
    if (lstatSync(`/${name}`).isSymbolicLink())
      symlinkSync(readlinkSync(`/${name}`), join(folder, name))
    else mkdirSync(join(folder, name))
  for (const name of NAMES)
    if (existsSync(`/etc/${name}`)) copyFileSync(`/etc/${name}`, join(folder, 'etc', name))
  writeFileSync(join(folder, 'etc/passwd'), PEOPLE)
  writeFileSync(join(folder, 'etc/group'), GROUPS)
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env
  if (certificates) copyFileSync(certificates, join(folder, 'etc/certificates.pem'))
  symlinkSync('/opt/node/node', join(folder, 'opt/bin/node'))
  symlinkSync('/opt/npm/bin/npm-cli.js', join(folder, 'opt/bin/npm'))
}

/** The network settings for the package registry: for builds, not for the running container. */
export const toTheOutside = () => ({
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'npm_config_registry']
      .filter((name) => process.env[name])
      .map((name) => [name, process.env[name]!]),
  ),
  ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: '/etc/certificates.pem' }),
})

export interface Inside {
  /** The folder that becomes the root file system. */
  folder: string
  workdir: string
  env: Record<string, string>
  /** The container's user; default: root. */
  user?: string
  /** Read-only mode as in compose.yaml: only these folders and /tmp are writable. */
  volumes?: string[]
}

/** Starts a command as the container's first process. Needs root. */
export function enter(
  { folder, workdir, env, user, volumes }: Inside,
  command: string[],
): ChildProcess {
  if (process.getuid?.() !== 0) throw new Error('starting a container needs root')
  const npm = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())
  const binds = OF_THE_MACHINE.filter(
    (name) => existsSync(`/${name}`) && !lstatSync(`/${name}`).isSymbolicLink(),
  )
  const settings = { PATH, HOME: user ? `/home/${user}` : '/root', ...env }
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh', ...command]
  return spawn('unshare', args, {
    env: {
      PATH: process.env.PATH,
      ROOT: folder,
      BINDS: binds.join(' '),
      NODE_AT: dirname(process.execPath),
      NPM_AT: join(npm, '../..'),
      VOLUMES: (volumes ?? []).join(' '),
      READ_ONLY: volumes ? '1' : '',
      AS: user ?? '',
      WORKDIR: workdir,
      GO_ON,
      ENVIRONMENT: Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    },
  })
}

/** The process id of the container's first process, which gets the signals. */
export function firstOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}
