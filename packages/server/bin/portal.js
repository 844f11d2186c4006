#!/usr/bin/env node
// Plain JavaScript, so that with a filled cache Node loads no TypeScript stripper: 25 MB and 100 ms less.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('../src/main.ts')
