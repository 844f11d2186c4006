import Type from 'typebox'
import { endpoint } from '../endpoint.ts'

export const uploadPicture = endpoint({
  name: 'uploadPicture',
  summary: 'Upload a picture for news, pages or the look of the site',
  method: 'POST',
  path: '/admin/pictures',
  caller: 'player',
  permission: ['panel.news.edit', 'panel.pages.edit', 'panel.settings.edit'],
  limits: [
    { name: 'picture-uploads', calls: 40, perSeconds: 600, per: 'player', counts: 'calls' },
    { name: 'pictures-a-day', calls: 150, perSeconds: 86_400, per: 'player', counts: 'calls' },
  ],
  upload: true,
  idempotent: true,
  status: 200,
  reply: Type.Object({
    url: Type.String({ description: 'a path on this site: `/pictures/<SHA-256>.<webp|png|jpg>`' }),
    width: Type.Integer(),
    height: Type.Integer(),
  }),
  errors: ['picture.kind', 'picture.toolarge', 'picture.size', 'picture.broken'],
})

export const picture = endpoint({
  name: 'picture',
  summary: 'A picture of the site by the hash of its bytes; a name always means the same picture',
  method: 'GET',
  path: '/pictures/:name',
  caller: 'anyone',
  params: Type.Object({
    name: Type.String({ description: '64 lower-case hex digits, then `.webp`, `.png` or `.jpg`' }),
  }),
  conditional: true,
  produces: 'image/*',
  status: 200,
  reply: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }),
  errors: ['picture.notfound'],
})
