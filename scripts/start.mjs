// npm start: everything from an empty clone to a running demo. npm run serve: the same without the demo.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { build, environment, install, node, ROOT, say } from './prepare.mjs'

const production = process.argv.includes('--production')

await install()
await build()

const demo = {
  DEMO: '1',
  SITE_ACCOUNTS: 'X=https://example.com/x,YouTube=https://example.com/youtube',
}
const env = production
  ? { ...environment(), NODE_ENV: 'production' }
  : { ...demo, ...environment() }
const children = [start('server/main.ts')]
const [api] = await Promise.all(children.map(({ ready }) => ready))
if (env.DEMO === '1') say(banner(api.url))
console.log(JSON.stringify(api))

/** Starts one process of the product. When one ends, all end. */
function start(script) {
  const child = spawn(node(), [script], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = new Promise((found) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const word = parse(line)
      if (word?.msg === 'ready') found(word)
      else say(line)
    })
  })
  child.once('exit', (code, signal) => {
    process.exitCode ||= code ?? (signal === 'SIGTERM' ? 0 : 1)
    for (const other of children) other.child.kill('SIGTERM')
    if (code) process.exit(code)
  })
  return { child, ready }
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => {
    for (const { child } of children) child.kill('SIGTERM')
  })

function banner(url) {
  return [
    '',
    `  Room  ${url}`,
    '',
    '  owner@example.com   ルームのオーナー（aoi）',
    '  fan@example.com     参加者（haru）',
    '  guest@example.com   はじめての人（sora）',
    '  admin@example.com   運営',
    '  パスワードはすべて password',
    '',
  ].join('\n')
}
