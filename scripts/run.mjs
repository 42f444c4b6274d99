// Runs one of our own programs, its path first, with the Node that runs our TypeScript.
import { spawn } from 'node:child_process'
import { environment, install, node, ROOT } from './prepare.mjs'

await install()
const child = spawn(node(), process.argv.slice(2), {
  cwd: ROOT,
  env: environment(),
  stdio: 'inherit',
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
