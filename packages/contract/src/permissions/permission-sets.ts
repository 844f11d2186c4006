import Type from 'typebox'
import { text } from '../shapes.ts'

/** The ID of a role or donor rank, which share one namespace (docs/contract.md#permissions-roles-donor-ranks). */
export const PermissionSetId = Type.String({
  pattern: '^[a-z0-9_-]{1,32}$',
  description: '1 to 32 of a-z 0-9 _ -; unique among roles and groups',
})

export const PermissionSetName = text({
  minLength: 1,
  maxLength: 64,
  description: 'shown to people',
})

/** Nodes in any letter case. Responses have them sorted, in lower case, with `-` for `!`. */
export const Nodes = Type.Array(text({ maxLength: 256 }), {
  maxItems: 1000,
  description: 'permissions; `*` stands for any word, a leading `-` denies',
})

export const permissionSetParams = Type.Object({ id: Type.String() })
