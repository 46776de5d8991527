/* The least that a dealer does that sends every state to all three players before it waits, as the reference dealer
   does (which was not run): three lines out, a wait with a limit and one line back for each action, and a line in the log for each hand.
   It starts the players, and deals no cards.
   Arguments: the number of actions, and a player's program. It prints the seconds. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ACTIONS_OF_A_HAND 12
#define MOST_MILLISECONDS 600000

static char text[65536];

static int started(const char *program) {
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1, player;
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    char port[16];
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (void *)&address, size) || listen(listener, 1)) exit(1);
    getsockname(listener, (void *)&address, &size);
    snprintf(port, sizeof port, "%d", ntohs(address.sin_port));
    if (!fork()) {
        execl(program, program, port, NULL);
        _exit(1);
    }
    player = accept(listener, NULL, NULL);
    setsockopt(player, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (read(player, text, sizeof text) <= 0) exit(1); /* the version */
    close(listener);
    return player;
}

int main(int count, char **words) {
    const char *asked = "yMATCHSTATE:-:123:cccc/cccc/ccc:AsKs||/2c3c4c/5d\r\n";
    const char *logged = "STATE:123:cccc/cccc/cccc/cccc:AsKs|AdKd|AhKh/2c3c4c/5d/6d:20|-10|-10:a|b|c\n";
    if (count != 3) return 2;
    int players[3], actions = atoi(words[1]);
    int log = open("exchange.log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    struct timespec start, end;
    for (int player = 0; player < 3; player++) players[player] = started(words[2]);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int action = 0; action < actions; action++) {
        int size = 0, more;
        for (int player = 0; player < 3; player++) {
            const char *line = asked + (player != action % 3);
            if (write(players[player], line, strlen(line)) < 0) return 1;
        }
        do {
            struct pollfd waiting = {.fd = players[action % 3], .events = POLLIN};
            if (poll(&waiting, 1, MOST_MILLISECONDS) != 1) return 1;
            if ((more = read(players[action % 3], text + size, sizeof text - size)) <= 0) return 1;
            size += more;
        } while (text[size - 1] != '\n');
        if (action % ACTIONS_OF_A_HAND == 0 && write(log, logged, strlen(logged)) < 0) return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    for (int player = 0; player < 3; player++) close(players[player]);
    while (wait(NULL) > 0) continue;
    printf("%.6f\n", (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
