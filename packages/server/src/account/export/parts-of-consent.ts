import { AgeAnswerTable, ConsentTable, PageEditionTable } from '../../database/tables/content.ts'
import type { ExportPart } from './export-part.ts'

export const partsOfConsent = {
  page_edition: {
    as: 'publishedRules',
    about: {
      en: 'versions of rules that you published for players to agree to',
      ru: 'версии правил, которые публиковали вы',
    },
    of: ['author'],
    key: ['page_id', 'edition'],
    columns: PageEditionTable,
  } satisfies ExportPart<'page_edition'>,

  consent: {
    as: 'agreements',
    about: {
      en: 'which versions of the rules you agreed to, when and from which address; `page` is their path on the site',
      ru: 'какие версии правил вы приняли, когда и с какого адреса; `page` — страница с ними на сайте',
    },
    of: ['player_id'],
    key: ['page_id', 'edition'],
    columns: ConsentTable,
  } satisfies ExportPart<'consent'>,

  age_answer: {
    as: 'age',
    about: {
      en: 'the minimum age that you stated, and when',
      ru: 'возраст, который вы подтвердили, и когда',
    },
    of: ['player_id'],
    key: ['player_id'],
    columns: AgeAnswerTable,
  } satisfies ExportPart<'age_answer'>,
}
