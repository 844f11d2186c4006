import { useJoinedLibraries } from '../packages/server/src/libraries.ts'

// Loaded before every test file, which then uses the joined libraries of the server. This saves 0.3 s of a
// core per file, compared to loading a thousand small files.
useJoinedLibraries()
