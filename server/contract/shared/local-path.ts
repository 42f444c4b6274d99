/** Whether it is a path of this site: browsers read `//evil` and `/\\evil` as other sites. */
export const isLocalPath = (path: string) => /^\/(?![/\\])/.test(path) && !/[\t\n\r]/.test(path)
