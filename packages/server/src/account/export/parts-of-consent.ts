import { instant, OF_SITE, type Part, pageAddress, plain, THEIRS } from './export-part.ts'

/** What a player has agreed to, and what they published for others to agree to. */
export const partsOfConsent = {
  page_edition: {
    as: 'publishedRules',
    about: {
      en: 'versions of rules that you published for players to agree to',
      ru: 'версии правил, которые публиковали вы',
    },
    of: ['author'],
    key: ['page_id', 'edition'],
    columns: {
      page_id: pageAddress('page'),
      edition: plain('version'),
      author: THEIRS,
      published_at: instant('publishedAt'),
      title_en: plain('titleEn'),
      title_ru: plain('titleRu'),
      body_en: OF_SITE,
      body_ru: OF_SITE,
    },
  } satisfies Part<'page_edition'>,

  consent: {
    as: 'agreements',
    about: {
      en: 'which versions of the rules you agreed to, when and from which address; `page` is where they stand on the site',
      ru: 'какие версии правил вы приняли, когда и с какого адреса; `page` — страница с ними на сайте',
    },
    of: ['player_id'],
    key: ['page_id', 'edition'],
    columns: {
      player_id: THEIRS,
      page_id: pageAddress('page'),
      edition: plain('version'),
      agreed_at: instant('agreedAt'),
      ip: plain('address'),
    },
  } satisfies Part<'consent'>,

  age_answer: {
    as: 'age',
    about: {
      en: 'how old you said you are at least, and when',
      ru: 'сколько лет вам уже было по вашим словам и когда вы ответили',
    },
    of: ['player_id'],
    key: ['player_id'],
    columns: {
      player_id: THEIRS,
      at_least: plain('atLeast'),
      answered_at: instant('answeredAt'),
    },
  } satisfies Part<'age_answer'>,
}
