/** Work that is under way, by name: whoever asks for the same meanwhile gets the same answer. */
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

    /** Lets those under way end alone: who asks from now on does not join them. */
    clear: () => flights.clear(),
  }
}
