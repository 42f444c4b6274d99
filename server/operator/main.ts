import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { Joining, NewPassword } from '#contract/auth/shapes.ts'
import { createApp } from '#server/app/app.ts'
import { readConfig } from '#server/config/config.ts'
import * as people from '#server/features/operator/appoint-operator.ts'
import { AppointmentError } from '#server/features/operator/appoint-operator.ts'
import { ApiError } from '#server/http/api-error.ts'
import { createDeps, reasonOf } from '#server/process/create-deps.ts'
import type { Command } from './commands.ts'
import { commandsOf } from './commands.ts'

/** Usage text for the terminal. */
const usage = (commands: Command[]) =>
  [
    'npm run operator -- <command> [--field value …]',
    '',
    'Who runs the service:',
    '  create --name --email --birthday 1990-05-01 [--display_name]   asks for the password',
    '  appoint --name',
    '  dismiss --name',
    '',
    'What the pages of /admin do (fields in brackets may be left out):',
    ...commands.map(({ name, fields }) =>
      ['  ', name, ...fields.map(({ name, due }) => (due ? ` --${name}` : ` [--${name}]`))].join(
        '',
      ),
    ),
  ].join('\n')

/** Reads a line without echo; from a pipe, its first line. */
async function askSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  const asking = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  })
  try {
    return await asking.question('')
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}

const [name = 'help', ...rest] = process.argv.slice(2)
const options = flagsOf(rest)
const baseDeps = await createDeps(readConfig({ LOG_LEVEL: 'error', ...process.env }))
const { routes, deps, close } = createApp(baseDeps)
const commands = commandsOf(routes)
try {
  const answer = await run()
  if (answer !== undefined)
    console.log(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2))
} catch (error) {
  process.exitCode = 1
  console.error(messageOf(error))
} finally {
  close()
  await deps.bus.close()
  await deps.engine.close()
}

async function run(): Promise<unknown> {
  switch (name) {
    case 'help':
      return usage(commands)
    case 'create':
      await people.create(deps, { ...newcomer(), password: await askPassword() })
      return 'Done. Log in on the site; the desk is at /admin.'
    case 'appoint':
    case 'dismiss':
      await (name === 'appoint' ? people.appoint : people.dismiss)(deps, required('name'))
      return 'Done.'
    default:
      return known(name).run(options)
  }
}

function known(name: string) {
  const command = commands.find((one) => one.name === name)
  if (!command)
    throw new AppointmentError(
      `There is no command ${name}. \`npm run operator -- help\` lists them.`,
    )
  return command
}

function required(field: string): string {
  const value = options[field]
  if (!value) throw new AppointmentError(`--${field} is needed.`)
  return value
}

function newcomer() {
  const [birth_y = 0, birth_m = 0, birth_d = 0] = required('birthday').split('-').map(Number)
  const facts = {
    name: required('name'),
    email: required('email'),
    display_name: options.display_name ?? required('name'),
  }
  const { name, email, display_name } = Joining.pick({
    name: true,
    email: true,
    display_name: true,
  }).parse(facts)
  return { name, email, display_name, birth_y, birth_m, birth_d }
}

/** Never an argument, which would be visible in the shell's history and in the process list. */
async function askPassword() {
  return z
    .object({ password: NewPassword })
    .parse({ password: await askSecret('Password of the operator: ') }).password
}

function flagsOf(args: string[]): Record<string, string> {
  const { tokens } = parseArgs({ args, strict: false, allowPositionals: true, tokens: true })
  const flags: Record<string, string> = {}
  tokens.forEach((token, at) => {
    if (token.kind !== 'option') return
    const next = tokens[at + 1]
    flags[token.name] = token.value ?? (next?.kind === 'positional' ? next.value : 'true')
  })
  return flags
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (!(error instanceof ApiError)) return reasonOf(error)
  const fields = Object.entries(error.details.errors ?? {}).map(
    ([field, messages]) => `  --${field}: ${messages.join(' ')}`,
  )
  return [error.message, ...fields].join('\n')
}
