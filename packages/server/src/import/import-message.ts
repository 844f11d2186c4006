import type { ImportMessage, ImportMessageCode, ImportMessageData } from '@portal/contract'

/** How many characters of a value are shown. Longer values, such as lists of columns, are cut. */
const MAX_VALUE_LENGTH = 4_000

export function importMessage<Code extends ImportMessageCode>(
  code: Code,
  data: ImportMessageData<Code>,
): ImportMessage {
  const values = Object.entries<string>(data).map(([name, value]) => [
    name,
    value.slice(0, MAX_VALUE_LENGTH),
  ])
  return { code, data: Object.fromEntries(values) }
}

/** Describes a message in English, for the command line and for clients that do not know the message's code. */
export function describeMessage({ code, data }: ImportMessage): string {
  return SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name] ?? ''
    return name === 'refusal' ? (REFUSALS[value] ?? value) : value
  })
}

const REFUSALS: Readonly<Record<string, string>> = {
  'texture.toolarge': 'the file is larger than 1 MiB',
  'texture.notpng': 'the file is not a PNG',
  'texture.size': 'the picture has an unsupported size',
  'texture.hdnotallowed': 'it is HD, and the player will not have the permission for HD',
  'texture.broken': 'the picture is damaged',
}

const NEXT_STEP = 'rename one (--rename), or import the one seen last (--prefer-last-seen)'

const SENTENCES: Readonly<Record<ImportMessageCode, string>> = {
  'name-missing': 'username: missing',
  'name-invalid': 'username: not 3 to 16 Latin letters, digits and _',
  'name-reserved':
    'username: reserved for a player who had it until recently; --rename imports the player under another name',
  'name-duplicate': `username: also the name of {others}; ${NEXT_STEP}`,
  'name-duplicate-older': 'username: also the name of {other}, who was seen later',
  'uuid-duplicate': `uuid: also the uuid of {others}; ${NEXT_STEP}`,
  'uuid-duplicate-older': 'uuid: also the uuid of {other}, who was seen later',
  'uuid-deleted': 'uuid: its player was deleted on this site',
  'uuid-invalid': '{column}: not a uuid: {value}',
  'hash-unknown': 'passwordHash: not a known password hash format',
  'hash-ambiguous': 'passwordHash: several formats are possible: {schemes}; --scheme selects one',
  'hash-sealed': 'passwordHash: cannot be decrypted with the key of the old site',
  'hash-unsupported': 'passwordHash: the algorithm {algorithm} is not supported',
  'hash-no-salt': 'passwordHash: has no salt',
  'not-text': '{column}: not text',
  'not-instant': '{column}: not an instant',
  'not-email': '{column}: not an e-mail address',
  'not-uuid': '{column}: not a uuid',
  'not-boolean': '{column}: not yes or no',
  'not-locale': '{column}: not ru or en',
  'not-amount': '{column}: not an amount with at most two decimals',
  'taken-here': '{column}: already taken on this site',
  'taken-earlier': '{column}: already in an earlier row',

  'email-invalid': 'imported without the address {email}, which is not valid',
  'email-shared': 'imported without the address {email}: {other} keeps it',
  'email-taken': 'imported without the address {email}: {other} has it on this site',
  'totp-invalid': 'imported without 2FA: its secret is not base32, or shorter than 10 bytes',
  'totp-sealed': 'imported without 2FA: the key of the old site does not decrypt its secret',
  'totp-not-app': 'imported without 2FA: it does not use an app',
  'password-none': 'imported without a password: the source has none',
  'set-unknown': 'imported without {id}: this site has no such role or rank',
  'skin-refused': 'imported without the skin: {refusal}',
  'cape-refused': 'imported without the cape: {refusal}',
  'skin-missing': 'imported without the skin: no file {file} of 1 MiB or less',
  'cape-missing': 'imported without the cape: no file {file} of 1 MiB or less',
  'other-players': 'imported without the other players of the user: {names}',
  'nickname-used': 'imported by nickname: the user has no player',
  'login-changed': 'signs in as {name} here, not as {before}',
  'balance-invalid': 'imported without the {balance} balance {amount}',
  'permissions-dropped': 'imported without the permissions of the player: {permissions}',
  'present-same-uuid': 'not imported: {other} has this uuid here',
  'present-other-uuid':
    'not imported: the player imported under this name has another uuid, so the name belongs to another player by now',
  'present-other-account':
    'not imported: an account of this name exists, with another address and uuid; its password and uuid stay',

  'columns-unread': 'columns of {table} that are not imported: {columns}',
  'renames-unused': '--rename names players that the source does not have: {names}',
  'admins-as-players': 'administrators are imported as players',
  'deleted-users-skipped': 'deleted users are not imported',
  'bots-skipped': 'bots and guests are not imported',
  'totp-unsupported': '2FA is not imported',
  'hash-settings':
    'if hashes are hexadecimal digits, .env has PWD_METHOD for --scheme (MD5 md5, SALTED2MD5 salted2-md5, SHA256 sha256, SALTED2SHA256 salted2-sha256, SHA512 sha512, SALTED2SHA512 double-sha512) and SALT for --salt',
  'textures-need-files': 'skins and capes are not imported without --files, {folder}',
  'shop-data-skipped':
    'not imported: the shop, gifts, votes, payments, game money, play time, permissions bought one by one, pages',
  'pictures-need-files':
    'skins, capes and the pictures of news are not imported without --files, the folder of the old site',
  'timezone-differs': 'the old site used the time zone {zone}; instants are read as UTC',
  'key-missing':
    'sealed passwords need the ENCRYPTION_KEY of the old site: --key, or --files with its .env',
  'system-roles-kept': 'the built-in roles of all, banned and unconfirmed players are not imported',
  'role-permissions-unknown':
    'permissions of the role {id} that this site does not have: {permissions}',
  'group-permissions-unknown':
    'permissions of the rank {id} that this site does not have: {permissions}',
  'roles-created': 'roles to create: {ids}',
  'groups-created': 'ranks to create: {ids}',
  'roles-present': 'roles that exist and stay unchanged: {ids}',
  'groups-present': 'ranks that exist and stay unchanged: {ids}',
  'roles-conflicting': 'roles not created, because ranks have their names: {ids}',
  'groups-conflicting': 'ranks not created, because roles have their names: {ids}',
  'news-created': 'news to import: {count}',
  'news-too-long': 'news "{title}" is not imported: longer than {limit} characters',
  'news-unreadable': 'news "{title}" is not imported: cannot read {detail}',
  'news-picture': 'news "{title}" is imported without its picture: {detail}',

  'place-unsupported': '{source} is read from {places}',
  'open-failed': '{detail}',
  'access-denied': '{detail}',
  'connection-refused': '{detail}',
  'host-unknown': 'unknown host: {host}',
  'not-sqlite': 'file is not a database',
  'file-unreadable': 'the SQLite file cannot be read: {detail}',
  'query-timeout': 'a query took longer than {seconds} s',
  'table-missing': 'no table {table}; --table names another one',
  'table-foreign': 'no table {table} of {program}',
  'table-computed': '{table} is a view or a virtual table; only tables are read',
  'table-damaged': 'the table {table} is damaged: its rows are not in the order of their numbers',
  'column-missing': 'the table {table} has no column {column}; --column renames one',
  'column-twice': 'the first line names the column {column} twice; remove one of them',
  'line-not-object': 'line {line}: not a JSON object',
  'line-too-long': 'a line is longer than {limit}',
  'csv-invalid': '{detail}',
  'rows-faulty': 'nothing imported: {count} rows cannot be imported (--skip-faulty skips them)',
  'set-conflict': '{id} was created here in the meantime; start again',
  replaced: 'another import has replaced this one',
  canceled: 'canceled',
  'report-expired': 'the report has expired',
  'not-superuser': 'the administrator who started it is no longer a superuser',
  unforeseen: 'unexpected error: {detail}',

  'trial-unknown': 'no player in the source has this name',
  'trial-skipped': 'this row is skipped',
  'trial-no-password': 'the source has no password',
  'trial-failed': 'this password does not open the account (scheme {scheme}); nothing was written',
}
