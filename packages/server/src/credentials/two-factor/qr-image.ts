export async function qrImage(text: string): Promise<string> {
  const { default: encodeQr } = await import('qr') // loaded on demand: only one page needs it
  const gif = encodeQr(text, 'gif', { ecc: 'medium', scale: 6 })
  return `data:image/gif;base64,${Buffer.from(gif).toString('base64')}`
}
