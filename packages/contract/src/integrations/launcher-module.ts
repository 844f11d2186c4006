import Type from 'typebox'
import { endpoint } from '../endpoint.ts'

export const downloadModule = endpoint({
  name: 'downloadModule',
  summary: 'A file of the launcher module; it contains no secrets',
  method: 'GET',
  path: '/launcher/module/:file',
  caller: 'anyone',
  limits: [{ name: 'modules', calls: 30, perSeconds: 3600, per: 'ip', counts: 'calls' }],
  params: Type.Object({ file: Type.String() }),
  produces: 'application/octet-stream',
  status: 200,
  reply: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  errors: ['request.notfound'],
})
