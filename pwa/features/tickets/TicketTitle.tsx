/** A title that has a 「…」 breaks before it. */
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
