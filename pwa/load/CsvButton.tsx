import { DownloadButton } from './DownloadButton.tsx'

/** Downloads a complete list as CSV, under the server's file name. */
export const CsvButton = ({ url }: { url: string }) => (
  <DownloadButton url={url} label="CSVをダウンロードする" />
)
