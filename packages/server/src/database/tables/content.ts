export type NewsTable = {
  id: string
  title: string
  /** The title in lower case, for searches. */
  title_key: string
  /** The beginning of `plain_text`, on one line. */
  summary: string
  tag: string | null
  link: string | null
  banner: string | null
  author: string
  created_at: number
  updated_at: number
  /** Null: a draft. In the future: published then. */
  published_at: number | null
  format: string
  /** The body for launchers. */
  plain_text: string
  /** The body for the site, sanitised. */
  html: string
  /** As the author wrote it, in `format`: `markdown` or `html`. */
  body: string
}

/** A page that the owner wrote. A title is empty where there is no text in that language. */
export type PageTable = {
  id: string
  slug: string
  title_en: string
  title_ru: string
  /** Where pages link to it: `none`, `menu`, `footer` or `both`. */
  place: string
  position: number
  /** Grows by one with every save. */
  version: number
  /** Who saved it last. */
  author: string
  created_at: number
  updated_at: number
  /** Null: a draft. */
  published_at: number | null
  /** How the texts begin, on one line. */
  summary_en: string
  summary_ru: string
  /** Sanitised. */
  html_en: string
  html_ru: string
  /** Markdown. */
  body_en: string
  body_ru: string
}

/** The texts of a page as somebody saved them, kept when another replaced them. */
export type PageVersionTable = {
  page_id: string
  version: number
  author: string
  saved_at: number
  title_en: string
  title_ru: string
  body_en: string
  body_ru: string
}

/** Whether players have to agree to a page; a row stays once there was an edition. */
export type PageDemandTable = {
  page_id: string
  /** The newest that was published for players to agree to; 0: none yet. */
  edition: number
  /** Null: not any more. */
  demanded_at: number | null
}

/** The texts of a page as they were when players began to be asked for this edition. */
export type PageEditionTable = {
  page_id: string
  edition: number
  author: string
  published_at: number
  title_en: string
  title_ru: string
  body_en: string
  body_ru: string
}

/** That a player has agreed to an edition of a page. */
export type ConsentTable = {
  player_id: string
  page_id: string
  edition: number
  agreed_at: number
  ip: string
}

/** That a player has said that they are at least so old. */
export type AgeAnswerTable = { player_id: string; at_least: number; answered_at: number }
