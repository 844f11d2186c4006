import { argon2 } from './argon2.ts'
import {
  doubleMd5,
  doubleSha512,
  joomla,
  md5vb,
  mybb,
  saltedSha256,
  saltedSha512,
} from './authme-digests.ts'
import { authmeSha256 } from './authme-sha256.ts'
import { bcrypt } from './bcrypt.ts'
import { draslScrypt } from './drasl-scrypt.ts'
import type { HashFormat } from './format.ts'
import { libreloginArgon2, libreloginBcrypt, libreloginSha512 } from './librelogin.ts'
import { limboauthBcrypt } from './limboauth.ts'
import { nloginAuthme, nloginSha256, nloginSha512 } from './nlogin.ts'
import { authmePbkdf2, django, passlibPbkdf2, pbkdf2Base64, werkzeugPbkdf2 } from './pbkdf2.ts'
import { phpass } from './phpass.ts'
import {
  plainMd5,
  plainSha1,
  plainSha256,
  plainSha512,
  salted2Md5,
  salted2Sha256,
  smf,
} from './plain-digests.ts'
import { passlibScrypt, werkzeugScrypt } from './scrypt.ts'
import { olderWordpress, phpbb, smf21, wordpress } from './sites.ts'
import { wbb4 } from './wbb4.ts'
import { xenforo } from './xenforo.ts'

export const hashFormats: readonly HashFormat[] = [
  ...[authmeSha256, bcrypt, argon2, authmePbkdf2, django, pbkdf2Base64],
  ...[md5vb, doubleMd5, saltedSha256, saltedSha512, doubleSha512, mybb, joomla],
  ...[passlibPbkdf2, passlibScrypt, werkzeugPbkdf2, werkzeugScrypt],
  ...[phpass, wordpress, olderWordpress, phpbb, xenforo, wbb4, smf, smf21, draslScrypt],
  ...[plainMd5, plainSha1, plainSha256, plainSha512, salted2Md5, salted2Sha256],
  ...[nloginSha256, nloginSha512, nloginAuthme, limboauthBcrypt],
  ...[libreloginArgon2, libreloginBcrypt, libreloginSha512],
]

export const schemeNames: readonly string[] = [...new Set(hashFormats.map(({ scheme }) => scheme))]
