import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { emptyImage, enter, type Inside, toTheOutside } from './container.ts'
import { openContext, readStages, type Step } from './dockerfile.ts'

export interface Image extends Inside {
  user: string
  volumes: string[]
  cmd: string[]
  healthcheck: string[]
}

/** Executes the Dockerfile, with a folder for each stage, and returns the last stage. */
export async function buildImage(root: string, within: string): Promise<Image> {
  const stages = new Map<string, Image>()
  let last: Image | null = null
  for (const { name, steps } of readStages(root)) {
    const folder = join(within, name || 'image')
    emptyImage(folder)
    last = { folder, workdir: '/', env: {}, user: '', volumes: [], cmd: [], healthcheck: [] }
    if (name) stages.set(name, last)
    for (const step of steps) await take(step, last, stages, root)
  }
  return last!
}

async function take({ word, rest }: Step, image: Image, stages: Map<string, Image>, root: string) {
  switch (word) {
    case 'WORKDIR':
      image.workdir = rest
      mkdirSync(join(image.folder, rest), { recursive: true })
      return
    case 'ENV':
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name!] = value!
      return
    case 'USER':
      image.user = rest
      return
    case 'VOLUME':
      image.volumes.push(rest)
      return
    case 'CMD':
      image.cmd = JSON.parse(rest) as string[]
      return
    case 'HEALTHCHECK':
      image.healthcheck = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
      return
    case 'COPY':
      return copy(rest.split(' '), image, stages, root)
    case 'RUN':
      // The system folders are this machine's, read-only, with what its own packages bring.
      if (rest.startsWith('apt-get ')) return
      return runIn(image, rest)
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new Error(
        `the Dockerfile instruction ${word} is not supported: add it to scripts/image/build-image.ts`,
      )
  }
}

async function runIn({ folder, workdir, env, user }: Image, line: string) {
  const within = { folder, workdir, user, env: { ...toTheOutside(), ...env } }
  const { code, output } = await runAll(within, ['sh', '-c', line])
  if (code !== 0) throw new Error(`RUN ${line} failed with code ${code}: ${output.slice(-2_000)}`)
}

/** COPY semantics: the contents of a folder; a file into a target with a trailing slash. */
function copy(args: string[], image: Image, stages: Map<string, Image>, root: string) {
  const stage = args[0]!.startsWith('--from=') ? stages.get(args.shift()!.slice(7)) : null
  const to = args.pop()!
  const into = join(image.folder, resolve(image.workdir, to))
  const isIn = openContext(root)
  for (const from of args) {
    const source = stage ? join(stage.folder, from) : join(root, from)
    if (!existsSync(source)) throw new Error(`COPY ${from}: no such file`)
    if (statSync(source).isFile())
      cpSync(source, to.endsWith('/') ? join(into, basename(from)) : into)
    else if (stage) cpSync(source, into, { recursive: true, verbatimSymlinks: true })
    else copyContext(source, into, (path) => isIn(relative(root, join(source, path))))
  }
}

/** Copies the files that .dockerignore admits, without walking excluded folders. */
function copyContext(source: string, into: string, isIn: (path: string) => boolean) {
  const files = globSync('**', {
    cwd: source,
    withFileTypes: true,
    exclude: (entry) => !isIn(relative(source, join(entry.parentPath, entry.name))),
  }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const path = relative(source, join(parentPath, name))
    if (isIn(path)) cpSync(join(source, path), join(into, path))
  }
}

/** Runs a command in the container, and returns its exit code and output. */
export async function runAll(image: Inside, command: string[]) {
  const child = enter(image, command)
  const ended = once(child, 'exit')
  const [out, complaint] = await Promise.all([text(child.stdout!), text(child.stderr!)])
  return { code: (await ended)[0] as number | null, output: out + complaint }
}
