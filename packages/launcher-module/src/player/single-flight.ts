/** Work in progress, by name. Whoever asks for the same work meanwhile shares its result. */
export function openFlights<Result>() {
  const flights = new Map<string, Promise<Result>>()
  return {
    join(name: string, begin: () => Promise<Result>): Promise<Result> {
      const underway = flights.get(name)
      if (underway) return underway

      const flight = begin().finally(() => {
        if (flights.get(name) === flight) flights.delete(name)
      })
      flights.set(name, flight)
      return flight
    },

    /** Stops sharing the work in progress; later questions start new work. */
    clear: () => flights.clear(),
  }
}
