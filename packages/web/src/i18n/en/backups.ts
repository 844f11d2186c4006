/** Words about backups and the first steps of an owner. */
export default {
  backups: {
    title: 'Backups',
    about: 'A backup holds everything: accounts, skins, settings and the key. It lies in {folder}.',
    encrypted: 'New backups are encrypted with BACKUP_PASSPHRASE.',
    plain:
      'Backups are not encrypted: whoever has one can act as the site and its players. BACKUP_PASSPHRASE in the environment encrypts them.',
    make: 'Make a backup',
    making: 'A backup is being made…',
    failed: 'The last backup failed: {reason}',
    none: 'No backups yet.',
    last: 'Last backup: {when}, {size}.',
    old: 'The last backup is more than a week old.',
    never: 'There are players, but no backup yet.',
    open: 'To the backups',
    download: 'Download',
    downloadName: 'Download {name}',
    more: 'and {n} more in the folder',
  },
  steps: {
    title: 'First steps',
    launcher: 'Connect a launcher',
    mail: 'Set up mail',
    backup: 'Make the first backup',
    skin: 'Upload a skin',
    news: 'Write the first news',
    done: 'done',
    hide: 'Hide',
  },
  proxyLine: 'Line for the environment',
}
