import { registerHooks } from 'node:module'
import { useJoinedLibraries } from '../packages/server/src/libraries.ts'

// Loaded before every test file, which then uses the joined libraries of the server. This saves 0.3 s of a
// core per file, compared to loading a thousand small files.
useJoinedLibraries()

// A relative import names its file whole, so Node need not search for five hundred of them.
registerHooks({
  resolve(name, context, next) {
    const { parentURL } = context
    if (!name.startsWith('.') || !name.endsWith('.ts') || !parentURL?.endsWith('.ts')) {
      return next(name, context)
    }
    return { url: new URL(name, parentURL).href, format: 'module-typescript', shortCircuit: true }
  },
})
