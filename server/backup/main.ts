import { backupCommand } from './commands.ts'

process.exitCode = await backupCommand(process.argv.slice(2), process.env, console)
