// Runs one of our programs (the first argument) with the Node that runs our TypeScript. `--tests` before it also
// installs the packages for tests.
import { spawn } from 'node:child_process'
import { install, installMissing } from './prepare.mjs'
import { environment, node, ROOT } from './toolchain.mjs'

const args = process.argv.slice(2)
const isOfTests = args[0] === '--tests'
if (isOfTests) args.shift()
await (isOfTests ? install() : installMissing())
const child = spawn(node(), args, {
  cwd: ROOT,
  env: environment(),
  stdio: 'inherit',
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
