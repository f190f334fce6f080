/* SIGWINCH and TIOCGWINSZ are not in POSIX 2008. */
#define _DEFAULT_SOURCE

#include "terminal.h"

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Alternate screen, bracketed paste (so that a pasted line feed is no Enter); and back, with the cursor
 * shown and all attributes off. */
static const char enter_sequence[] = "\033[?1049h\033[?2004h";
static const char leave_sequence[] = "\033[0m\033[?25h\033[?2004l\033[?1049l";

static struct termios original;
static volatile sig_atomic_t is_taken;
static volatile sig_atomic_t end_signal;
static int signal_pipe[2] = {-1, -1};

/* Only calls that a signal handler may make. */
static void give_back(void) {
    if (!is_taken)
        return;
    is_taken = 0;
    ssize_t written = write(STDOUT_FILENO, leave_sequence, sizeof leave_sequence - 1);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &original);
}

static void on_signal(int number) {
    int kept = errno;
    if (number != SIGWINCH)
        end_signal = number;
    ssize_t written = write(signal_pipe[1], "", 1);
    (void)written;
    errno = kept;
}

static void on_crash(int number) {
    give_back();
    raise(number);
}

static void handle(int number, void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static bool install_handlers(void) {
    static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH};
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP};
    if (pipe(signal_pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK);
    }
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        handle(endings[i], on_signal, 0);
    /* A mapped index that somebody truncates ends its reader by SIGBUS. */
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        handle(crashes[i], on_crash, (int)SA_RESETHAND);
    atexit(give_back);
    return true;
}

static bool take(void) {
    struct termios raw = original;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    raw.c_cflag |= CS8;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) != 0)
        return false;
    is_taken = 1;
    return terminal_write(enter_sequence, sizeof enter_sequence - 1);
}

bool terminal_start(void) {
    const char *type = getenv("TERM");
    if (type == NULL || type[0] == '\0' || strcmp(type, "dumb") == 0) {
        complain("this terminal (TERM=%s) cannot move its cursor; use 'places suggest TEXT'",
                 type != NULL ? type : "");
        return false;
    }
    if (tcgetattr(STDIN_FILENO, &original) != 0 || !install_handlers() || !take()) {
        complain("terminal: %s", strerror(errno));
        return false;
    }
    return true;
}

void terminal_stop(void) {
    give_back();
}

void terminal_suspend(void) {
    give_back();
    raise(SIGTSTP);
    take();
}

void terminal_size(size_t *rows, size_t *columns) {
    struct winsize size;
    *rows = 24;
    *columns = 80;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        *rows = size.ws_row;
        *columns = size.ws_col;
    }
}

int terminal_signal_descriptor(void) {
    return signal_pipe[0];
}

int terminal_take_signal(void) {
    char bytes[16];
    while (read(signal_pipe[0], bytes, sizeof bytes) > 0)
        continue;
    return end_signal;
}

bool terminal_write(const char *text, size_t length) {
    while (length > 0) {
        ssize_t count = write(STDOUT_FILENO, text, length);
        if (count > 0) {
            text += count;
            length -= (size_t)count;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd waiting = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}
