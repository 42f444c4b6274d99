// npm run dev: the API, restarted when its code changes, and the PWA with hot reload in front of it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install } from './prepare.mjs'
import { sandboxFor } from './sandbox.mjs'
import { say } from './steps.mjs'
import { environment, node, ROOT } from './toolchain.mjs'

await install()
const port = process.env.PORT ?? '3000'
const env = {
  ...environment(),
  DEMO: process.env.DEMO ?? '1',
  PORT: port,
  MAILS_PORT: process.env.MAILS_PORT ?? '3040',
}
const sandbox = sandboxFor(env, process.env.SANDBOX_PORT ?? '3030')
Object.assign(env, sandbox)
const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
const children = [
  ...(sandbox
    ? [spawn(node(), ['server/sandbox-stripe/main.ts'], { cwd: ROOT, env, stdio: 'inherit' })]
    : []),
  spawn(node(), ['--watch', '--watch-path=server', 'server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  }),
  spawn(node(), ['--watch', '--watch-path=server', 'server/ingest.ts'], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  }),
  spawn(node(), ['--watch-path=server/mails', 'server/mails/preview.ts'], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  }),
  spawn(node(), [vite, '--config', 'vite.config.ts'], { cwd: ROOT, env, stdio: 'inherit' }),
]
say(
  `API http://localhost:${port}, app http://localhost:5173 (components at /_catalogue), mails http://localhost:${env.MAILS_PORT}`,
)

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.once('exit', stop)
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop)
