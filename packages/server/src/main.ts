import { runCommand } from './cli/run-command.ts'

process.exit(await runCommand(process.argv.slice(2))) // a mail server that hangs must not keep the process alive
