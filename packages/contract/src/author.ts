import Type from 'typebox'

/** The author of an action: a player's UUID and current name, or `command` without a name. */
export const Author = Type.String({ description: "a player's uuid, or `command`" })
export const AuthorName = Type.Union([Type.String(), Type.Null()], {
  description: 'null for commands and deleted players',
})

/** A reason for an action on a player. Must not be blank. */
export const Reason = Type.String({
  maxLength: 500,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  description: '1 to 500 characters',
})
