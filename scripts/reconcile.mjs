// npm run reconcile: what the payment provider says beside what our books say. -- --json for machines, --grace 0 for all.
import { spawn } from 'node:child_process'
import { environment, install, node, ROOT } from './prepare.mjs'

await install()
const args = ['server/reconcile/main.ts', ...process.argv.slice(2)]
const child = spawn(node(), args, { cwd: ROOT, env: environment(), stdio: 'inherit' })
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
