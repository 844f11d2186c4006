import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listModuleFiles, openModuleFile } from './module-files.ts'

test('only files of the launcher module can be downloaded', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'portal-module-'))
  t.after(() => rmSync(root, { recursive: true }))
  const [dist, withNode] = [join(root, 'dist'), join(root, 'with-node')]
  for (const folder of [dist, withNode]) mkdirSync(folder)
  writeFileSync(join(dist, 'portal'), 'script')
  writeFileSync(join(withNode, 'portal-linux-arm64.gz'), 'packed')
  writeFileSync(join(withNode, 'sea.json'), '{}')

  const listed = await listModuleFiles([dist, withNode])
  const { bytes, stream } = await openModuleFile('portal-linux-arm64.gz', false, [dist, withNode])

  assert.deepEqual(listed, ['portal', 'portal-linux-arm64.gz'])
  assert.deepEqual([bytes, (await stream.toArray()).join('')], [6, 'packed'])
  await assert.rejects(openModuleFile('sea.json', false, [dist, withNode]))
})
