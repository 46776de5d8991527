/* A player of limit hold'em for three who calls, and costs little: the calls so far tell whose turn it is.
   It also answers lines that begin with a y. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    int s = socket(AF_INET, SOCK_STREAM, 0), one = 1, size = 0, more;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[count - 1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(s, (void *)&address, sizeof address) || write(s, "VERSION:2.0.0\n", 14) != 14) return 1;
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    static char text[65536], answer[65536];
    while ((more = read(s, text + size, sizeof text - size)) > 0) {
        char *line = text, *end;
        size += more;
        while ((end = memchr(line, '\n', text + size - line))) {
            int calls = 0, colons = 0, length = end - line - (end[-1] == '\r');
            for (char *c = line; colons < 4; c++) colons += *c == ':', calls += *c == 'c';
            if (line[0] == 'y' || line[11] == "201012012012-"[calls]) {
                memcpy(answer, line, length);
                memcpy(answer + length, ":c\r\n", 4);
                if (write(s, answer, length + 4) < 0) return 1;
            }
            line = end + 1;
        }
        size -= line - text;
        memmove(text, line, size);
    }
    return 0;
}
