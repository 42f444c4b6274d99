const PAGES = { event: 'event', digital_ticket: 'e_ticket' } as const

/** The page of an event or digital ticket, with its purchase. `room`: handle. */
export const seatedProductPath = ({
  kind,
  room,
  id,
}: {
  kind: keyof typeof PAGES
  room: string
  id: string
}) => `/community/${encodeURIComponent(room)}/${PAGES[kind]}/${encodeURIComponent(id)}`
