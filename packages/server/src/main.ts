#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

enableCompileCache() // stripped and compiled files are kept in the system's temp folder: starts twice as fast
const { runCommand } = await import('./cli/run-command.ts')
process.exitCode = await runCommand(process.argv.slice(2))
