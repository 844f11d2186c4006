export default {
  brandPreview: {
    title: 'Preview',
    hint: 'Buttons have exactly your color. Links are adjusted only where they would be hard to read.',
    day: 'Light theme',
    night: 'Dark theme',
    phone: 'Phone',
    button: 'Start playing',
    link: 'All news',
    tag: 'Update',
    news: 'A new season begins',
  },
  homePreview: {
    hint: 'The home page with your changes, before you save them.',
    computer: 'Computer',
    phone: 'Phone',
  },
}
