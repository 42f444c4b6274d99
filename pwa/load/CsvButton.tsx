import { DownloadButton } from './DownloadButton.tsx'

/** A whole list as a table, which the browser keeps as a file of the name that the server gives it. */
export const CsvButton = ({ url }: { url: string }) => (
  <DownloadButton url={url} label="CSVをダウンロードする" />
)
