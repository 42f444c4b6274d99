import type { Command } from './commands.ts'

/** Usage text for the terminal. */
export const usage = (commands: Command[]) =>
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
