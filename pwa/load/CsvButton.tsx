import { DownloadButton } from './DownloadButton.tsx'

/** A whole list as a table, which the browser keeps as a file. */
export const CsvButton = (file: { url: string; name: string }) => (
  <DownloadButton {...file} label="CSVをダウンロードする" />
)
