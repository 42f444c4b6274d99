/** Allows a line break before 「…」 in a title. */
export function TicketTitle({ children: title }: { children: string }) {
  const at = title.indexOf('「')
  if (at <= 0) return title
  return (
    <>
      {title.slice(0, at)}
      <br />
      {title.slice(at)}
    </>
  )
}
