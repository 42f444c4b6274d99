// Stands between a process and its disk (LD_PRELOAD): makes calls on files below SHIM_DIR fail, kills the process at one
// of them, and notes what was written and what was synced, so that a power cut can be played afterwards.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// What the test says: 'F' no room, 'R' read-only, 'S' nothing can be synced, 'K' die at the write that `left` counts down to.
struct control {
  volatile char mode;
  char padding[7];
  volatile int64_t left;
};
struct note {
  uint8_t what; // w write, t truncate, s sync, r rename, l link, u unlink, c create
  uint8_t padding;
  uint16_t path, other;
  uint16_t padding2;
  uint64_t offset;
  uint64_t size;
} __attribute__((packed));

static struct control *control;
static const char *folder;
static int journal = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("SHIM_DIR");
  const char *told = getenv("SHIM_CONTROL"), *notes = getenv("SHIM_JOURNAL");
  if (!folder || !told) return;
  int file = open(told, O_RDWR | O_CLOEXEC);
  control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (control == MAP_FAILED) abort();
  if (notes) journal = syscall(SYS_openat, AT_FDCWD, notes, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int ours(const char *path) {
  return control && path && strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, "-shm");
}
static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, 4095);
  if (size < 0) return 0;
  path[size] = 0;
  return ours(path);
}
static void note(char what, const char *path, const char *other, uint64_t offset, const void *bytes, size_t size) {
  if (journal < 0) return;
  struct note head = {what, 0, strlen(path), other ? strlen(other) : 0, 0, offset, size};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other}, {(void *)bytes, bytes ? size : 0}};
  syscall(SYS_writev, journal, parts, 4);
}
static int refused(void) {
  if (control->mode == 'K' && __sync_sub_and_fetch(&control->left, 1) == 0) kill(getpid(), SIGKILL);
  if (control->mode == 'F') return ENOSPC;
  if (control->mode == 'R') return EROFS;
  return 0;
}
static ssize_t put(int fd, const void *bytes, size_t size, off64_t at, int here) {
  char path[4096];
  if (!control || !path_of(fd, path))
    return here ? syscall(SYS_write, fd, bytes, size) : syscall(SYS_pwrite64, fd, bytes, size, at);
  int why = refused();
  if (why) return errno = why, -1;
  pthread_mutex_lock(&turn);
  if (here) at = fcntl(fd, F_GETFL) & O_APPEND ? lseek64(fd, 0, SEEK_END) : lseek64(fd, 0, SEEK_CUR);
  ssize_t done = here ? syscall(SYS_write, fd, bytes, size) : syscall(SYS_pwrite64, fd, bytes, size, at);
  if (done > 0) note('w', path, NULL, at, bytes, done);
  pthread_mutex_unlock(&turn);
  return done;
}
ssize_t write(int fd, const void *bytes, size_t size) { return put(fd, bytes, size, 0, 1); }
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return put(fd, bytes, size, at, 0); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { return put(fd, bytes, size, at, 0); }

// A short write is allowed: whoever writes several parts goes on with the rest.
ssize_t writev(int fd, const struct iovec *parts, int count) {
  char path[4096];
  if (control && path_of(fd, path)) return put(fd, parts[0].iov_base, parts[0].iov_len, 0, 1);
  return syscall(SYS_writev, fd, parts, count);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  char path[4096];
  if (control && path_of(fd, path)) return put(fd, parts[0].iov_base, parts[0].iov_len, at, 0);
  return syscall(SYS_pwritev, fd, parts, count, (long)at, 0L);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return pwritev64(fd, parts, count, at); }

static int synced(int fd, int call) {
  char path[4096];
  if (!control || !path_of(fd, path)) return syscall(call, fd);
  if (control->mode == 'S') return errno = EIO, -1;
  int why = refused();
  if (why == EROFS) return errno = EIO, -1;
  // What was written before this call, by whomever, is what it promises.
  pthread_mutex_lock(&turn);
  int failed = syscall(call, fd);
  if (!failed) note('s', path, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int ftruncate64(int fd, off64_t size) {
  char path[4096];
  if (!control || !path_of(fd, path)) return syscall(SYS_ftruncate, fd, size);
  int why = refused();
  if (why == EROFS) return errno = why, -1;
  pthread_mutex_lock(&turn);
  int failed = syscall(SYS_ftruncate, fd, size);
  if (!failed) note('t', path, NULL, size, NULL, 0);
  pthread_mutex_unlock(&turn);
  return failed;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int named(char what, const char *path, const char *other, int failed) {
  if (!failed && (ours(path) || ours(other))) note(what, path, other, 0, NULL, 0);
  return failed;
}
static int unchangeable(const char *path) { return ours(path) && control->mode == 'R'; }
int rename(const char *from, const char *to) {
  if (unchangeable(to)) return errno = EROFS, -1;
  return named('r', from, to, syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int link(const char *from, const char *to) {
  if (unchangeable(to)) return errno = EROFS, -1;
  return named('l', from, to, syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int unlink(const char *path) {
  if (unchangeable(path)) return errno = EROFS, -1;
  return named('u', path, NULL, syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

static int opened(const char *path, int how, mode_t mode) {
  if (ours(path) && (how & O_CREAT)) {
    int there = syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
    if (!there && control->mode == 'R') return errno = EROFS, -1;
    if (!there && control->mode == 'F') return errno = ENOSPC, -1;
    int fd = syscall(SYS_openat, AT_FDCWD, path, how | O_LARGEFILE, mode);
    if (fd >= 0 && !there) note('c', path, NULL, 0, NULL, 0);
    else if (fd >= 0 && (how & O_TRUNC)) note('t', path, NULL, 0, NULL, 0);
    return fd;
  }
  return syscall(SYS_openat, AT_FDCWD, path, how | O_LARGEFILE, mode);
}
#define OPEN(name)                                                        \
  int name(const char *path, int how, ...) {                              \
    mode_t mode = 0;                                                      \
    if (how & (O_CREAT | O_TMPFILE)) {                                    \
      va_list rest;                                                       \
      va_start(rest, how);                                                \
      mode = va_arg(rest, mode_t);                                        \
      va_end(rest);                                                       \
    }                                                                     \
    return opened(path, how, mode);                                       \
  }
OPEN(open)
OPEN(open64)
