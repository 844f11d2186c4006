/** `onProgress` receives the share that was sent, from 0 to 1. */
export type FileRequest = {
  method: string
  url: string
  headers: Record<string, string>
  form: FormData
  onProgress: (part: number) => void
}

/**
 * Sends a form with a file. Unlike `fetch`, reports the progress.
 * @throws Error if the site does not respond
 */
export function sendFile({
  method,
  url,
  headers,
  form,
  onProgress,
}: FileRequest): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(method, url)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
  request.onerror = () => reject(new Error('the site did not answer'))
  request.send(form)
  return promise
}
